import json

from web import app


@app.route("/users")
def list_users(request, store):
    limit = int(request.args.get("limit", 20))
    rows = store.find("users", limit=limit)
    if not rows:
        return json.dumps({"error": "no users"}), 404
    return json.dumps({"users": [row.name for row in rows]}), 200


def page_of(rows, number, size):
    if number < 1:
        raise ValueError("pages count from 1")
    start = (number - 1) * size
    found = rows[start:start + size]
    return {"page": number, "rows": found, "more": start + size < len(rows)}
