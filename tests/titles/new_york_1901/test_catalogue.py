from rooftop.testing.catalogues import CatalogueContract
from rooftop.titles.new_york_1901 import TITLE


class TestCatalogue(CatalogueContract):
    title = TITLE
