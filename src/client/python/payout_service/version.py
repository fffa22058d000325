"""The service's version; written by ``npm run generate``."""

__version__ = "1.0.0"
