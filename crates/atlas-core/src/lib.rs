//! The vocabulary of Atlas: ids, spans, plans, requests, sampling parameters, state specs, limits and the engine interface.
