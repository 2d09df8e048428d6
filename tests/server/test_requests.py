"""Requests to user-supplied URLs reach only public hosts."""

import asyncio

import pytest

from rooftop.errors import OptionError
from rooftop.server.notify.addresses import is_public, parse_listed
from rooftop.server.notify.requests import ForbiddenAddressError, RequestError, Requests
from tests.server.receivers import HOST, Endpoint, certificate

PRIVATE = [
    "127.0.0.1", "127.8.8.8", "0.0.0.0", "10.1.2.3", "172.16.0.1", "192.168.1.1", "169.254.169.254",
    "100.64.0.1", "192.0.2.1", "198.18.0.1", "224.0.0.1", "240.0.0.1", "255.255.255.255", "::", "::1",
    "fe80::1", "fe80::1%eth0", "fc00::1", "fd12::1", "ff02::1", "::ffff:127.0.0.1", "::ffff:10.0.0.1",
    "64:ff9b::7f00:1", "64:ff9b:1::7f00:1", "::10.0.0.1", "fec0::1", "2001::1",
    "2002:7f00:1::", "2002:a00:1::", "2001:db8::1", "not an address",
]  # fmt: skip


@pytest.mark.parametrize("address", PRIVATE)
def test_private_addresses_are_not_public(address):
    assert not is_public(address)


@pytest.mark.parametrize("address", ["93.184.215.14", "1.1.1.1", "2606:4700::1111", "64:ff9b::101:101"])
def test_public_addresses_are(address):
    assert is_public(address)


@pytest.fixture(scope="module")
def pem(tmp_path_factory):
    return certificate(tmp_path_factory.mktemp("tls"), HOST)


@pytest.fixture
def trusted(pem, monkeypatch):
    monkeypatch.setenv("SSL_CERT_FILE", str(pem))
    return pem


class NameServer:
    """A name server that gives these answers one after the other, and then repeats the last one."""

    def __init__(self, *addresses):
        self.addresses = addresses
        self.asked = []

    async def __call__(self, host, port):
        self.asked.append(host)
        return [self.addresses[min(len(self.asked), len(self.addresses)) - 1]]


FORBIDDEN = [
    "http://push.example/x", "https://", "https:///x", "ftp://push.example", "https://user@push.example/",
    "https://push.example:8443/", "https://push.example:22/", "https://push example/",
    "https://push.example/a b", "https://push.example/\r\nx: y", "https://[::1]/", "//push.example", "", "https://exämple.org/",
    "https://push.example:99999/", "https://push.example/" + "x" * 1000,
]  # fmt: skip


@pytest.mark.parametrize("url", FORBIDDEN)
def test_only_complete_https_addresses_are_asked(url):
    with pytest.raises(ForbiddenAddressError):
        Requests(resolve=NameServer("1.1.1.1")).target(url)


@pytest.mark.parametrize("address", PRIVATE)
def test_a_name_that_leads_to_a_private_address_is_not_asked(address):
    requests = Requests(resolve=NameServer(address))
    for ask in (requests.check("https://push.example/"), requests.post("https://push.example/", {}, b"x")):
        with pytest.raises(ForbiddenAddressError, match="not a public address"):
            asyncio.run(ask)


def test_one_private_address_among_public_ones_is_enough_to_refuse():
    async def resolve(host, port):
        return ["1.1.1.1", "127.0.0.1"]

    with pytest.raises(ForbiddenAddressError):
        asyncio.run(Requests(resolve=resolve).post("https://push.example/", {}, b""))


def test_numbers_that_the_system_reads_as_an_address_are_looked_up_first():
    for host in ("2130706433", "0x7f.1", "127.1", "localhost"):
        with pytest.raises((ForbiddenAddressError, RequestError)):
            asyncio.run(Requests().post(f"https://{host}/", {}, b""))


def test_the_address_that_was_checked_is_the_one_that_is_asked(pem, trusted, monkeypatch):
    """A name server that changes its answer has no effect: the name is looked up only once."""
    opened = []

    async def open_connection(host, port, **more):
        opened.append((host, more["server_hostname"]))
        raise OSError("no network")

    resolve = NameServer("1.1.1.1", "127.0.0.1")
    requests = Requests(resolve=resolve)
    monkeypatch.setattr(asyncio, "open_connection", open_connection)
    with pytest.raises(RequestError):
        asyncio.run(requests.post("https://push.example/", {}, b""))
    assert resolve.asked == ["push.example"]
    assert opened == [("1.1.1.1", "push.example")]
    with pytest.raises(ForbiddenAddressError):
        asyncio.run(requests.post("https://push.example/", {}, b""))
    assert len(opened) == 1


def test_an_unknown_name_may_be_known_later():
    async def resolve(host, port):
        raise OSError("no such name")

    with pytest.raises(RequestError):
        asyncio.run(Requests(resolve=resolve).post("https://push.example/", {}, b""))


def test_a_list_of_hosts_is_the_only_way_out():
    requests = Requests(["discord.com", "*.push.apple.com", "ntfy.lan:8443=192.168.1.5"])
    for url in ("https://discord.com/api", "https://web.push.apple.com/x"):
        assert requests.target(url).address is None
    assert requests.target("https://ntfy.lan:8443/games").address == "192.168.1.5"
    for url in ("https://evil.example/", "https://discord.com.evil.example/", "https://push.apple.com/",
                "https://discord.com:444/", "https://ntfy.lan/", "https://evilpush.apple.com/"):  # fmt: skip
        with pytest.raises(ForbiddenAddressError):
            requests.target(url)


@pytest.mark.parametrize("entry", ["", "a b", "x:y", "*", "*.a=1.2.3.4", "a=b", "a:99999999", "a=999.1.1.1"])
def test_entries_of_the_list_are_checked(entry):
    with pytest.raises(OptionError):
        parse_listed(entry)


# --- real connections --------------------------------------------------------------------------------------


def asked(endpoint_of, seconds=60.0, url=None, listed=True):
    """Send one request to an endpoint in this process, through an entry of the host's list."""

    async def ask():
        async with endpoint_of as endpoint:
            requests = Requests([endpoint.listed] if listed else [], seconds=seconds)
            return await requests.post(url or endpoint.url(), {"x-more": "yes"}, b"hello")

    return asyncio.run(ask())


def test_a_request_arrives(trusted):
    endpoint = Endpoint(trusted)
    assert asked(endpoint).status == 201
    (request,) = endpoint.requests
    assert (request.path, request.body) == ("/hook", b"hello")
    assert request.headers["host"] == f"{HOST}:{endpoint.port}"
    assert request.headers["x-more"] == "yes"


def test_a_stranger_with_another_certificate_is_not_asked(pem):
    endpoint = Endpoint(pem)  # the certificate is not trusted
    with pytest.raises(RequestError, match="certificate"):
        asked(endpoint)
    assert endpoint.requests == []


def test_redirects_are_not_followed(trusted):
    endpoint = Endpoint(trusted)
    endpoint.status(307, f"location: https://{HOST}/elsewhere")
    assert asked(endpoint).status == 307
    assert endpoint.connections == 1


def test_a_long_answer_is_not_read(trusted):
    endpoint = Endpoint(trusted, forever=b"x" * 65536)
    endpoint.answer = b"HTTP/1.1 200 OK\r\nretry-after: 7\r\ncontent-length: 999999999\r\n\r\n"
    answer = asked(endpoint)
    assert (answer.status, answer.retry_after) == (200, 7)


@pytest.mark.parametrize("forever", [b"x-more: yes\r\n" * 400, b"x" * 5000])
def test_a_head_without_end_is_given_up(trusted, forever):
    endpoint = Endpoint(trusted, b"HTTP/1.1 200 OK\r\nx: ", forever)
    with pytest.raises(RequestError):
        asked(endpoint)


@pytest.mark.parametrize("answer", [b"", b"HTTP/1.1 200 OK\r\n", b"hello\r\n\r\n"])
def test_a_broken_answer_is_an_error(trusted, answer):
    with pytest.raises(RequestError):
        asked(Endpoint(trusted, answer))


def test_a_slow_answer_is_not_waited_for(trusted):
    with pytest.raises(RequestError, match="no answer in time"):
        asked(Endpoint(trusted, is_silent=True), seconds=0.2)
