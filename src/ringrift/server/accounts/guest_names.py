"""Names of guests: a word that can be read aloud, such as Guest Heron.

No registered name begins with Guest, so guests collide with guests only. A name that is taken gets
a number: Guest Heron 27.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import SystemRandom
from typing import Final

WORDS: Final = tuple(
    """
    Alder Amber Antler Aspen Auk Avocet Badger Basalt Beaver Birch Bison Bittern Bluebell
    Bracken Bramble Brook Bunting Burdock Buzzard Camel Canyon Caribou Cedar Chaffinch
    Cheetah Cherry Chestnut Cicada Clover Comet Coot Coral Cormorant Cottonwood Crane
    Cricket Crocus Crow Cuckoo Curlew Cypress Daisy Deer Dipper Dolphin Dormouse Dove
    Dragonfly Drongo Dunlin Dunnock Eagle Egret Eider Elder Elk Elm Ember Ermine Falcon
    Fennel Fern Ferret Fieldfare Finch Firefly Fjord Flamingo Foxglove Fulmar Gannet Gazelle
    Gecko Gibbon Ginkgo Glacier Godwit Goldcrest Goldfinch Goosander Goshawk Granite Grebe
    Grouse Guillemot Gull Hare Harrier Hawk Hazel Heath Hedgehog Heron Hobby Holly Hoopoe
    Hornbeam Ibex Ibis Iris Ivy Jackdaw Jaguar Jasmine Jay Juniper Kestrel Kingfisher Kite
    Kittiwake Kiwi Koala Lagoon Lapwing Larch Lark Lavender Lemur Lichen Lilac Linden Linnet
    Llama Lotus Lynx Magnolia Magpie Mallard Manatee Maple Marble Marigold Marmot Marten
    Martin Meadow Merlin Mimosa Mink Mistral Moorhen Moose Moss Moth Myrtle Narwhal Newt
    Nightjar Nuthatch Oak Ocelot Olive Onyx Opal Orchid Oriole Osprey Otter Ouzel Owl Panda
    Partridge Peacock Pearl Pebble Pelican Penguin Peregrine Petrel Pheasant Pika Pine
    Pintail Pipit Plover Pochard Poplar Poppy Primrose Puffin Quail Quartz Quokka Rail Raven
    Redpoll Redshank Redstart Reed Reindeer Robin Rook Rosemary Rowan Ruby Ruff Saffron
    Salmon Sandpiper Sapphire Seal Sedge Sequoia Serval Shearwater Shelduck Shrike Siskin
    Skua Skylark Snipe Sorrel Sparrow Spoonbill Spruce Squirrel Starling Stilt Stoat Stork
    Swallow Swan Swift Sycamore Tamarin Tanager Tapir Teal Tern Thistle Thrush Thyme Tiger
    Topaz Toucan Trout Tulip Tundra Turnstone Turtle Twite Vole Wagtail Walnut Warbler
    Waxwing Wheatear Whimbrel Whinchat Wigeon Willet Willow Wolverine Wombat Woodcock
    Woodlark Woodpecker Wren Wryneck Yarrow Yew Zebra Zephyr
    """.split()  # noqa: SIM905 - a list of words
)
_DIGITS: Final = (0, 2, 3, 4, 6)  # of the number, in the first attempt and the following ones


def guest_names() -> Iterator[str]:
    """Yield random names, each less likely to be taken than the one before."""
    random = SystemRandom()
    for digits in _DIGITS:
        word = random.choice(WORDS)
        number = random.randrange(10 ** (digits - 1), 10**digits) if digits else ""
        yield f"Guest {word} {number}".strip()
