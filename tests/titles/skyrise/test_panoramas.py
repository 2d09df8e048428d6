"""One test for each panorama card, with its position drawn: SR-59 to SR-64. Capitals are red's structures."""

import pytest

from tests.titles.skyrise.tables import at

ORDER = (
    "short-1",
    "short-2",
    "short-3",
    "short-4",
    "medium-1",
    "medium-2",
    "medium-3",
    "medium-4",
    "medium-5",
)


def instances(panorama: str, *spots: str, wonder: str = "", other: str = "") -> int:
    """How often red, with structures on these neighbourhoods and teal on `other`, fulfils a panorama."""
    structures = {spot: f"red {one}" for spot, one in zip(spots, ORDER, strict=False)}
    if wonder:
        structures[wonder] = "red wonder-1"
    if other:
        structures[other] = "teal tall-1"
    second = "chains" if panorama != "chains" else "lakes"
    match = at(4, era=2, structures=structures, panoramas=[panorama, second])
    row = next(row for row in match.view().panoramas if row.id == panorama)
    assert row.worth[0] == row.instances[0] * row.value
    return row.instances[0]


@pytest.mark.clause("SR-59", "SR-64")
def test_blimps_need_two_structures_each():
    """
    a9 | A10     one blimp between a8, a9, a10, a13
    ---o---      and one between a5, a6, a10, a11
    a8 | A13
    """
    assert instances("blimps", "A10") == 0
    assert instances("blimps", "A10", "A13") == 1
    assert instances("blimps", "A10", other="A13") == 0
    assert instances("blimps", "A10", "A13", "A8", "A9") == 1  # once for each blimp
    assert instances("blimps", "A10", "A13", "A11") == 2  # A10 counts twice
    assert instances("blimps", "F1", "F3") == 1
    assert instances("blimps", "A10", wonder="A13") == 1


@pytest.mark.clause("SR-60", "SR-64")
def test_windmills_need_one_structure():
    """
    a4 * A5      one windmill between a4, a5, a10
       a10       and one between a7 and a12
    """
    assert instances("windmills", "A5") == 1
    assert instances("windmills", "A4", "A5", "A10") == 1
    assert instances("windmills", "A5", "A7") == 2
    assert instances("windmills", "A1") == 0
    assert instances("windmills", wonder="A12") == 1


@pytest.mark.clause("SR-61", "SR-64")
def test_lakes_need_two_structures_each():
    """
    c8 ~~ C9     one lake between c8, c9, c12, c13
    C12 ~ c13    and one between c4, c5, c9, c10
    """
    assert instances("lakes", "C9") == 0
    assert instances("lakes", "C9", "C12") == 1
    assert instances("lakes", "C9", "C12", "C4") == 2  # C9 counts twice
    assert instances("lakes", "C8", "C9", "C12", "C13") == 1
    assert instances("lakes", "C9", wonder="C12") == 1


@pytest.mark.clause("SR-62")
def test_bridges_need_both_ends():
    """
    A12 = F1 - F2 = A14      F2 = C12 too
           \\  blimp  /
    """
    assert instances("bridges", "F1") == 0
    assert instances("bridges", "F1", "A12") == 1
    assert instances("bridges", "F2", "A14", "C12") == 2  # F2 counts twice
    assert instances("bridges", "A11", "C7") == 1  # between outer islands
    assert instances("bridges", "F1", "F2") == 0  # a border is no bridge
    assert instances("bridges", "F1", other="A12") == 0
    assert instances("bridges", "F1", wonder="A12") == 1


@pytest.mark.clause("SR-63")
def test_chains_are_three_connected_structures_on_one_island():
    """
    A1 - A2 - A3         a line
    A1 - A7 - A12        round a corner
         A7 = m11        a bridge leads away: it joins nothing
    """
    assert instances("chains", "A1", "A2") == 0
    assert instances("chains", "A1", "A2", "A3") == 1
    assert instances("chains", "A4", "A3", "A9", "A5", "A10", "A8") == 1  # an island counts once
    assert instances("chains", "A9", "A3", "A8", "A10") == 1  # a star, no line
    assert instances("chains", "A1", "A2", "A4") == 0
    assert instances("chains", "A7", "A12", "M11") == 0
    assert instances("chains", "A1", "A2", "A3", "C1", "C2", "C3") == 2
    assert instances("chains", "A1", "A2", wonder="A3") == 1
