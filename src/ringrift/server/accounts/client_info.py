"""What a login session stores about the client: browser, system and address."""

from __future__ import annotations

import re
from dataclasses import dataclass
from ipaddress import IPv6Address, ip_address
from typing import Final

_MAX_LENGTH: Final = 40
_IPV6_PREFIX: Final = 64  # bits; one customer has at least that many addresses
_BROWSERS: Final = (  # in this order: later ones appear in the headers of earlier ones
    ("Edge", r"Edg(e|A|iOS)?/"),
    ("Opera", r"OPR/|Opera"),
    ("Samsung Internet", r"SamsungBrowser/"),
    ("Firefox", r"Firefox/|FxiOS/"),
    ("Chrome", r"Chrome/|CriOS/|Chromium/"),
    ("Safari", r"Safari/"),
)
_SYSTEMS: Final = (
    ("Android", r"Android"),
    ("iOS", r"iPhone|iPad|iPod"),
    ("Windows", r"Windows"),
    ("macOS", r"Mac OS X|Macintosh"),
    ("ChromeOS", r"CrOS"),
    ("Linux", r"Linux|X11"),
)
_PRODUCT: Final = re.compile(r"[A-Za-z][\w.-]*")  # of a program, such as curl


@dataclass(frozen=True, slots=True)
class ClientInfo:
    """Names of the browser and system, empty if unknown, and the address."""

    browser: str = ""
    system: str = ""
    address: str = ""


UNKNOWN_CLIENT: Final = ClientInfo()


def describe_client(user_agent: str, address: str) -> ClientInfo:
    """Return names that a person recognises in the list of their sessions."""
    agent = user_agent[:500]
    browser = _first_match(_BROWSERS, agent)
    if not browser and (product := _PRODUCT.match(agent)):
        browser = product[0]
    return ClientInfo(browser[:_MAX_LENGTH], _first_match(_SYSTEMS, agent), address[:64])


def network_of(address: str) -> str:
    """Return what one customer of a provider controls: an IPv4 address or an IPv6 /64.

    >>> network_of("2001:db8::1") == network_of("2001:db8::ffff")
    True
    """
    try:
        parsed = ip_address(address)
    except ValueError:
        return address
    if not isinstance(parsed, IPv6Address):
        return address
    if parsed.ipv4_mapped is not None:
        return str(parsed.ipv4_mapped)
    return f"{IPv6Address(int(parsed) >> _IPV6_PREFIX << _IPV6_PREFIX)}/{_IPV6_PREFIX}"


def _first_match(names: tuple[tuple[str, str], ...], text: str) -> str:
    return next((name for name, pattern in names if re.search(pattern, text)), "")
