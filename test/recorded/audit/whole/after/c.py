from a import total_of

print(total_of([], 1))
