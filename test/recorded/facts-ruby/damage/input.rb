def before(a) = a + 1

def broken(
  x = [1, 2
end

def after(a, b)
  before(a) + b * 2
end
