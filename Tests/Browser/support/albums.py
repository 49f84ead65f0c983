"""Lists to put on a shelf."""

SAMPLES = [
    {"id": "bowie", "title": "Best of Bowie", "artist": "David Bowie", "genre": "Pop", "year": 1992},
    {"id": "doubt", "title": "It's My Life", "artist": "No Doubt", "genre": "Pop", "year": 2003},
    {"id": "sting", "title": "Nothing Like The Sun", "artist": "Sting", "genre": "Pop", "year": 1999},
    {"id": "u2", "title": "Staring at the Sun", "artist": "U2", "genre": "Pop", "year": 2000},
    {"id": "madonna", "title": "American Pie", "artist": "Madonna", "genre": "Pop", "year": 2000},
]
TITLES = [album["title"] for album in SAMPLES]

FIRST = "Blue Silent Electric Golden Broken Northern Paper Hidden Slow Bright Velvet Empty Distant Wild Second Midnight Crystal Open Little Great".split()
SECOND = "Rivers Garden Signals Harbour Mirrors Weather Letters Machines Islands Winters Birds Stations Rooms Colours Roads Animals Stories Engines Hours Light".split()
ARTISTS = "The Lanterns|Mira Okafor|Sólstafir Trio|Kaito Mori|Hollow Pines|Ana Beltrán|Otto & The Tide|Nadia Rahman|Fjord Ensemble|Quiet Parade|DJ Saffron".split("|")
GENRES = "Pop Rock Jazz Folk Soul Electronic Classical Ambient".split()


def many(count):
    """Invented albums, always the same."""
    return [
        {
            "id": f"m{at}", "title": f"{FIRST[at * 7 % 20]} {SECOND[(at * 13 + at // 32) % 20]} {1 + at // 400}",
            "artist": ARTISTS[(at * 11 + at // 8) % len(ARTISTS)], "genre": GENRES[at * 5 % 8], "year": 1958 + at * 17 % 66,
        }
        for at in range(count)
    ]
