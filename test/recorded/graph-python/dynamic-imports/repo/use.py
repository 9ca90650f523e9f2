import importlib
plugin = importlib.import_module('pkg.plugin')
plugin.load()
other = importlib.import_module(name)
other.load()
async def main():
    await plugin.fetch()
    (await plugin.Job()).run()
    job = plugin.Job()
    job.run()
