from rooftop.titles.skytopia import TITLE
from tests.catalogues import CatalogueContract


class TestCatalogue(CatalogueContract):
    title = TITLE
