"""Every key of the edition has an effect, or other values are rejected."""

from typing import ClassVar

from rooftop.game.title import OptionValue
from rooftop.testing.editions import EditionContract, Variant
from rooftop.titles.skytopia import TITLE


class TestEditionKeys(EditionContract):
    title = TITLE
    options: ClassVar[tuple[dict[str, OptionValue], ...]] = ({}, {"sides": "B"})
    real = ("rules.rulings.rotate_up_to", "foundation[2].die_from")

    @property
    def variants(self) -> list[Variant]:
        return [*super().variants, (4, {"tight_market": True})]
