"""A list, page by page.

Lists are newest first. In one without cursors new items move the rest down: an item of an earlier
page is not given twice.
"""

from __future__ import annotations

from typing import Any, Dict, Iterator, Mapping, Optional

from .transport import Options, Request, Transport

#: The default size of a page: the service's maximum.
_LIMIT = 100
#: How many ids are kept to recognise repeated items.
_IDS_MAX = 1_000


def _after(page: Mapping[str, Any], limit: int, read: int) -> Optional[Dict[str, Any]]:
    """Where the next page is; None: this one is the last. ``read``: how many rows are behind it."""
    if "next_cursor" in page:
        cursor = page["next_cursor"]
        return None if cursor is None else {"limit": limit, "cursor": cursor}
    if not page["data"] or read >= page["total"]:
        return None
    return {"limit": limit, "offset": read}


def pages(
    transport: Transport, request: Request, id_of: str, options: Optional[Options] = None
) -> Iterator[Any]:
    """Every item of a list from the request's place on; ``id_of`` names an item's id."""
    query = request.query or {}
    filters = {k: v for k, v in query.items() if k not in ("limit", "offset", "cursor")}
    limit = query.get("limit") or _LIMIT
    offset = query.get("offset") or 0
    place: Optional[Dict[str, Any]] = {"limit": limit, "offset": offset}
    if query.get("cursor") is not None:
        place = {"limit": limit, "cursor": query["cursor"]}
    # A dict keeps the order, so the oldest id is the first.
    seen: Dict[Any, None] = {}
    while place is not None:
        asked = Request(request.method, request.path, query={**filters, **place})
        page = transport.send(asked, options)
        for item in page["data"]:
            if item[id_of] in seen:
                continue
            seen[item[id_of]] = None
            yield item
        while len(seen) > _IDS_MAX:
            del seen[next(iter(seen))]
        offset += len(page["data"])
        place = _after(page, limit, offset)
