from rooftop.titles.tower_up import TITLE
from tests.catalogues import CatalogueContract


class TestCatalogue(CatalogueContract):
    title = TITLE
