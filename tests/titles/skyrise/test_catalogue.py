from rooftop.titles.skyrise import TITLE
from tests.catalogues import CatalogueContract


class TestCatalogue(CatalogueContract):
    title = TITLE
