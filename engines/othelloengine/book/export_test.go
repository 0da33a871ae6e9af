package book

// UnpackBody reads a packed book without its checksum.
var UnpackBody = unpackBody
