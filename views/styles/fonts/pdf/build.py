"""Cuts the two static document fonts out of Inter's variable font.

Run from the repository: python3 views/styles/fonts/pdf/build.py   (needs fonttools and brotli)
Figures are made tabular in the font itself, so that no reader, shaper or preview has to be told to.
"""
from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont

SOURCE = "node_modules/inter-ui/variable/InterVariable.woff2"
TARGET = "views/styles/fonts/pdf/inter-{}.ttf"
RANGES = [
    (0x20, 0x24F),  # Latin, Latin-1, Extended-A and -B
    (0x370, 0x4FF),  # Greek, Cyrillic
    (0x1E00, 0x1EFF),  # Extended Additional: Tshivenda ḓ ḽ ṋ ṱ ṅ
    (0x2000, 0x206F), (0x2070, 0x20CF), (0x2100, 0x22FF), (0x25A0, 0x25FF), (0x2713, 0x2717), (0xFFFD, 0xFFFD),
]


def tabular_figures(font):
    """Points the figures of the character map at their tabular forms."""
    gsub = font["GSUB"].table
    lookups = {i for r in gsub.FeatureList.FeatureRecord if r.FeatureTag == "tnum" for i in r.Feature.LookupListIndex}
    swap = {}
    for i in lookups:
        for sub in gsub.LookupList.Lookup[i].SubTable:
            swap.update(getattr(sub, "ExtSubTable", sub).mapping)
    for table in font["cmap"].tables:
        table.cmap = {c: swap.get(name, name) if chr(c).isdigit() else name for c, name in table.cmap.items()}


for name, weight in (("regular", 400), ("semibold", 600)):
    font = TTFont(SOURCE)
    instantiateVariableFont(font, {"wght": weight, "opsz": 14}, inplace=True, updateFontNames=False)
    tabular_figures(font)
    options = Options(layout_features=["kern"], hinting=False, notdef_outline=True, name_IDs=[0, 1, 2, 4, 5, 6, 13, 14])
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=[c for low, high in RANGES for c in range(low, high + 1)])
    subsetter.subset(font)
    for record in font["name"].names:
        if record.nameID in (1, 4, 6):
            record.string = {1: "Inter", 4: f"Inter {name.title()}", 6: f"Inter-{name.title()}"}[record.nameID]
    font["OS/2"].usWeightClass = weight
    font.flavor = None
    font.save(TARGET.format(name))
