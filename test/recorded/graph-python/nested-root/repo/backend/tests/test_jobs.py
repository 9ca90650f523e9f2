from service.jobs import run
run()
