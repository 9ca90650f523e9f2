def logged(function):
    def inner(*args):
        print(function.__name__)
        return function(*args)
    return inner
