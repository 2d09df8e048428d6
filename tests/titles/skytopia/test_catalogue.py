from rooftop.testing.catalogues import CatalogueContract
from rooftop.titles.skytopia import TITLE


class TestCatalogue(CatalogueContract):
    title = TITLE
