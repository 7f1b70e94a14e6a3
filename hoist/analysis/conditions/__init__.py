"""The conditions under which a build may leave its session loop: a group of DESIGN's nine a module.

Every check takes a unit and the situation and returns None, or the code of the refusal with a word on this very place.
"""
