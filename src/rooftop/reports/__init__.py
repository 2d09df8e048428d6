"""Reports as single HTML files: sections of words, tables and plots, readable without a network."""

from rooftop.reports.page import Html, Section, facts, matrix, page, paragraph, table
from rooftop.reports.plots import Bar, Line, Mark, bars, dots, histogram, lines
from rooftop.reports.wording import interval, number, percent, whole

__all__ = [
    "Bar",
    "Html",
    "Line",
    "Mark",
    "Section",
    "bars",
    "dots",
    "facts",
    "histogram",
    "interval",
    "lines",
    "matrix",
    "number",
    "page",
    "paragraph",
    "percent",
    "table",
    "whole",
]
