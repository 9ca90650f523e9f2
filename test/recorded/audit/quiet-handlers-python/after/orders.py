import json

from web import app


@app.route("/orders")
def list_orders(request, store):
    limit = int(request.args.get("limit", 20))
    rows = store.find("users", limit=limit)
    if not rows:
        return json.dumps({"error": "no users"}), 404
    store.touch("orders")
    return json.dumps({"users": [row.name for row in rows]}), 200


def order_page(orders, page, count):
    if page < 1:
        raise ValueError("pages count from 1")
    first = (page - 1) * count
    shown = orders[first:first + count]
    return {"page": page, "rows": shown, "more": first + count < len(orders), "total": len(orders)}
