"""The files of Slitherlink: the format of a course, plain text, links, FlowDesk JSON."""
