from rooftop.titles.new_york_1901 import TITLE
from tests.catalogues import CatalogueContract


class TestCatalogue(CatalogueContract):
    title = TITLE
