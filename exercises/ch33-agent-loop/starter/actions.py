"""What the agent can do in this exercise.

Finished: you do not need to change this file.
"""

WEATHER = {
    "Lisbon": "sunny, 24 degrees",
    "Oslo": "rain, 9 degrees",
    "Cairo": "sunny, 31 degrees",
}

PLACES = {
    "outdoors in Lisbon": "the gardens at Belem",
    "indoors in Oslo": "the library by the opera house",
    "outdoors in Cairo": "the Azhar park",
}


def weather(city):
    if city not in WEATHER:
        raise LookupError(f"there is no weather station in {city}")
    return WEATHER[city]


def places(wish):
    if wish not in PLACES:
        raise LookupError(f"no place found {wish}")
    return PLACES[wish]


ACTIONS = {"weather": weather, "places": places}
