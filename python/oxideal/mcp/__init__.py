"""A server of the Model Context Protocol (MCP), through which a language model plays.

`server` speaks JSON-RPC over two streams, `tools` answers the calls of tools, and `tables` holds the rounds. The tools
get views and events, never a state.
"""
