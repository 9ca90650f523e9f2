from a import total_of

def show(x):
    print(total_of(x, 1))
