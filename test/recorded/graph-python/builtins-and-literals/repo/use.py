def print(x): pass
print(1)
len([])
','.join([])
str.join(',', [])
[].append(1)
{}.get(1)
f'{1}'.strip()
unknown()
unknown.append(1)
(1 + 2).bit_length()
__name__
