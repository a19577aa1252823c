"""Which tools of tau-bench and tau2-bench change the environment.

Sources: sierra-research/tau-bench at 59a200c (``tau_bench/envs/{airline,retail}/
tools``); sierra-research/tau2-bench at a2c0247 (``src/tau2/domains/*/tools.py`` and
``user_tools.py``: ``ToolType.WRITE`` against ``READ`` and ``GENERIC``).  The two
agree on the names they share.  A tool that is not listed is not known to do either.
"""

from collections.abc import Collection, Iterable

__all__ = ["READ_TOOLS", "WRITE_TOOLS", "domains_of", "requires_write"]

WRITE_TOOLS: dict[str, frozenset[str]] = {
    "airline": frozenset(
        {
            "book_reservation",
            "cancel_reservation",
            "send_certificate",
            "update_reservation_baggages",
            "update_reservation_flights",
            "update_reservation_passengers",
        }
    ),
    "retail": frozenset(
        {
            "cancel_pending_order",
            "exchange_delivered_order_items",
            "modify_pending_order_address",
            "modify_pending_order_items",
            "modify_pending_order_payment",
            "modify_user_address",
            "return_delivered_order_items",
        }
    ),
    "telecom": frozenset(
        {
            "connect_vpn",
            "disable_roaming",
            "disconnect_vpn",
            "enable_roaming",
            "grant_app_permission",
            "make_payment",
            "reboot_device",
            "refuel_data",
            "reseat_sim_card",
            "reset_apn_settings",
            "resume_line",
            "send_payment_request",
            "set_apn_settings",
            "set_network_mode_preference",
            "suspend_line",
            "toggle_airplane_mode",
            "toggle_data",
            "toggle_data_saver_mode",
            "toggle_roaming",
            "toggle_wifi",
            "toggle_wifi_calling",
        }
    ),
}
"""By domain: tools that change the environment's data."""

READ_TOOLS: dict[str, frozenset[str]] = {
    "airline": frozenset(
        {
            "get_flight_status",
            "get_reservation_details",
            "list_all_airports",
            "search_direct_flight",
            "search_onestop_flight",
        }
    ),
    "retail": frozenset(
        {
            "find_user_id_by_email",
            "find_user_id_by_name_zip",
            "get_item_details",
            "get_order_details",
            "get_product_details",
            "list_all_product_types",
        }
    ),
    "telecom": frozenset(
        {
            "can_send_mms",
            "check_apn_settings",
            "check_app_permissions",
            "check_app_status",
            "check_data_restriction_status",
            "check_installed_apps",
            "check_network_mode_preference",
            "check_network_status",
            "check_payment_request",
            "check_sim_status",
            "check_status_bar",
            "check_vpn_status",
            "check_wifi_calling_status",
            "check_wifi_status",
            "get_bills_for_customer",
            "get_customer_by_id",
            "get_customer_by_name",
            "get_customer_by_phone",
            "get_data_usage",
            "get_details_by_id",
            "run_speed_test",
        }
    ),
}
"""By domain: tools that change nothing and that no other domain has."""

SHARED_READ_TOOLS = frozenset(
    {"calculate", "get_user_details", "think", "transfer_to_human_agents"}
)
"""Tools that change nothing and that several domains have."""

_WRITES = frozenset().union(*WRITE_TOOLS.values())
_READS = SHARED_READ_TOOLS.union(*READ_TOOLS.values())


def requires_write(names: Iterable[str]) -> bool | None:
    """Say whether doing these actions changes the environment.

    ``None``: none of them is known to write, and at least one is not known at all.
    """
    found = set(names)
    if found & _WRITES:
        return True
    return False if found <= _READS else None


def domains_of(names: Collection[str]) -> tuple[str, ...]:
    """Return the domains whose own tools occur, sorted; none for unknown tools."""
    return tuple(
        domain
        for domain in sorted(WRITE_TOOLS)
        if not (WRITE_TOOLS[domain] | READ_TOOLS[domain]).isdisjoint(names)
    )
