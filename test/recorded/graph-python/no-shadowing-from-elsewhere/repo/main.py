import requests
requests.get("u")
requests.data
