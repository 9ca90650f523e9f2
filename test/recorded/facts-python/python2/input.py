def old(a, (b, c), d=1):
    print "text", a
    print >>sys.stderr, b
    exec "code" in c
    raise ValueError, "message"


def new(a):
    print(a)
    exec("code")
    return a <> 1
