<?php
function everywhere(): int { return 1; }
