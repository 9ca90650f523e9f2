from compat import mean, fast, optional, loads, json, first
mean([1])
fast()
optional()
loads()
json.dumps(1)
first()
