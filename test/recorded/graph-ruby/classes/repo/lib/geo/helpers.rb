def half(x) = x / 2
