from rooftop.testing.catalogues import CatalogueContract
from rooftop.titles.skyrise import TITLE


class TestCatalogue(CatalogueContract):
    title = TITLE
