"""The contract of a title's catalogues: in complete languages, every message is translated and used."""

from importlib import resources
from pathlib import Path
from typing import ClassVar

import pytest

from rooftop.game.title import AnyTitle
from rooftop.languages.upkeep import status
from rooftop.testing import TRANSLATED


class CatalogueContract:
    """`class TestCatalogue(CatalogueContract): title = TITLE` in each title's tests."""

    title: ClassVar[AnyTitle]
    more_than: ClassVar[int] = 100  # messages; a small title has fewer

    @pytest.mark.parametrize("language", TRANSLATED)
    def test_every_message_is_translated_and_used(self, language: str) -> None:
        found = status(package_folder(self.title.package) / "words", language)
        assert found.messages > self.more_than
        assert (found.missing, found.wrong, found.left_over) == ([], {}, [])


def package_folder(package: str) -> Path:
    """The folder with the sources of an installed package."""
    return Path(str(resources.files(package)))
