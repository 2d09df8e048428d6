from rooftop.testing.catalogues import CatalogueContract
from rooftop.titles.tower_up import TITLE


class TestCatalogue(CatalogueContract):
    title = TITLE
