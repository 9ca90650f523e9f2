def free(x) = x
