#!/usr/bin/env node
'use strict';
/*
 * This file was automatically generated. DO NOT EDIT.
 */
function f() {}
