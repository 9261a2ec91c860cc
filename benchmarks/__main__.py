"""`make bench`: run all benchmarks, one after another."""

from benchmarks.contract_speed import contract_speed
from benchmarks.engine_speed import engine_speed
from benchmarks.host_speed import host_speed
from benchmarks.house_speed import house_speed
from benchmarks.mechanism_speed import mechanism_speed
from benchmarks.neighbour_speed import neighbour_speed
from benchmarks.page_speed import page_speed
from benchmarks.pairing_speed import pairing_speed
from benchmarks.picture_speed import picture_speed
from benchmarks.sandbox_speed import sandbox_speed
from benchmarks.search_speed import search_speed

engine_speed()
contract_speed()
search_speed()
sandbox_speed()
host_speed()
house_speed()
mechanism_speed()
neighbour_speed()
pairing_speed()
picture_speed()
page_speed()
