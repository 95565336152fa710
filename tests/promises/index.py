"""Which tests fail when a promise is broken?

The one table from the lines of the promises to tests. `api_docs/guide/promises.md` says the promises; test_index.py checks
that every test named here exists and that every promise of the page has a row.
"""

from __future__ import annotations

from typing import Final

TESTS: Final[dict[int, tuple[str, ...]]] = {
    1: (
        "tests/promises/test_killed.py::test_a_killed_web_server_loses_no_accepted_choice_and_doubles_none",
        "tests/promises/test_killed.py::test_a_killed_process_of_the_bots_leaves_a_game_that_the_next_one_plays_to_its_end",
        "test_killed_writers_lose_nothing_acknowledged_and_apply_nothing_twice",
        "tests/api/test_idempotency.py::test_a_choice_sent_again_is_made_once",
        "tests/api/test_errors.py::test_a_database_lost_within_a_choice_leaves_nothing_half_done",
    ),
    2: (
        "test_events_are_numbered_from_1_without_a_gap",
        "test_writers_in_one_stream_lose_nothing_and_leave_no_gap",
        "test_as_many_events_are_stored_as_writers_were_told",
        "test_one_command_sent_by_all_at_once_is_one_event",
        "tests/gameplay/test_at_once.py::test_one_command_sent_eight_times_at_once_is_made_once",
    ),
    3: (
        "test_the_database_refuses_to_change_the_log",
        "test_the_database_refuses_its_own_ways_to_change_the_log",
        "test_one_changed_byte_is_found_and_its_event_named",
        "test_a_stream_whose_end_was_changed_takes_no_more_events",
        "tests/house/test_docker.py::test_the_services_role_can_add_events_but_change_or_remove_none",
    ),
    4: (
        "tests/promises/test_same_bytes.py::test_another_process_another_hash_seed_and_another_order_of_imports_give_the_same_bytes",
        "tests/promises/test_same_bytes.py::test_a_game_played_on_another_database_has_the_same_hashes_views_and_end_here",
        "tests/promises/test_same_bytes.py::test_the_table_that_was_played_is_the_table_that_the_log_folds_to",
        "tests/golden/test_golden.py::test_it_folds_to_its_end",
        "tests/rules/test_contract.py::test_a_fold_is_the_same_under_every_hash_seed",
        "test_both_databases_arrive_at_the_same_hashes",
    ),
    5: (
        "tests/gameplay/test_services.py::test_a_game_that_cannot_be_replayed_stops_visibly_at_the_last_good_event",
        "tests/promises/test_hidden.py::test_why_a_game_cannot_be_replayed_is_told_to_referees_only",
        "tests/analytics/test_export.py::test_a_game_that_cannot_be_folded_is_exported_up_to_its_fault_and_stops_no_other",
    ),
    6: (
        "tests/promises/test_people.py::test_erasing_a_person_keeps_every_game_result_and_chain",
        "tests/promises/test_people.py::test_nothing_about_an_erased_person_is_left_but_an_opaque_id",
        "tests/promises/test_people.py::test_no_table_of_games_points_at_an_account",
    ),
    7: (
        "tests/promises/test_twins.py::test_two_games_that_differ_only_in_what_is_hidden_are_the_same_bytes_on_every_route",
        "tests/promises/test_hidden.py::test_a_private_game_that_cannot_be_replayed_does_not_exist_for_others_either",
        "tests/rules/test_contract.py::test_contract",
        "tests/analytics/test_export.py::test_a_game_that_differs_only_in_what_is_hidden_gives_the_same_rows",
        "tests/analytics/test_pseudonyms.py::test_no_id_of_a_person_is_anywhere_in_a_snapshot",
        "tests/api/test_access.py::test_a_private_game_of_others_is_answered_like_one_that_does_not_exist",
    ),
    8: (
        "tests/promises/test_hidden.py::test_a_hash_of_the_log_is_told_only_when_the_game_is_over",
        "tests/promises/test_hidden.py::test_no_hash_no_secret_and_no_key_is_in_any_answer_of_a_running_game",
        "tests/api/test_feeds.py::test_no_feed_of_a_running_game_holds_its_secret",
        "tests/analytics/test_export.py::test_what_is_hidden_of_a_running_game_is_not_in_the_warehouse",
        "tests/analytics/test_decisions.py::test_a_running_game_has_no_decisions_until_it_is_over",
        "tests/rules/spooky_bar/test_seeing.py::test_nobody_but_the_referee_sees_a_shuffle_or_a_pile",
    ),
    9: (
        "tests/promises/test_twins.py::test_two_games_that_differ_only_in_what_is_hidden_are_the_same_bytes_on_every_route",
        "tests/rules/test_contract.py::test_contract",
        "tests/rules/spooky_bar/test_seeing.py::test_every_seat_that_has_not_chosen_is_asked_the_same",
    ),
    10: (
        "tests/gameplay/test_services.py::test_a_refused_choice_leaves_no_trace",
        "tests/api/test_play.py::test_to_validate_writes_nothing",
        "tests/gameplay/test_rewind.py::test_others_do_not_learn_from_a_rewind_what_was_hidden",
    ),
    11: (
        "tests/rules/test_contract.py::test_contract",
        "tests/api/test_play.py::test_every_offered_choice_would_be_accepted",
        "tests/promises/test_exits.py::test_whoever_leaves_whenever_the_game_comes_to_its_end_by_bots",
        "tests/gameplay/test_rewind.py::test_a_voided_game_has_no_result_and_its_secret_is_out",
    ),
    12: (
        "tests/rules/test_kernel.py::test_draws_are_uniform",
        "tests/promises/test_uniform.py::test_every_order_of_a_shuffle_is_equally_likely_over_games_and_secrets",
        "tests/promises/test_same_bytes.py::test_two_games_folded_turn_by_turn_in_one_process_end_as_if_each_were_alone",
        "tests/gameplay/test_fairness.py::test_two_games_draw_differently_with_the_same_secret",
    ),
    13: (
        "tests/analytics/test_export.py::test_undone_events_are_kept_and_marked",
        "tests/analytics/test_ratings_of_log.py::test_ratings_in_steps_with_rulings_in_between_are_those_of_a_rebuild",
        "tests/gameplay/test_clocks.py::test_the_clocks_of_the_log_are_those_of_the_live_table",
        "tests/gameplay/test_rewind.py::test_a_rewind_can_itself_be_rewound",
    ),
    14: (
        "tests/api/test_fuzz.py::test_no_request_brings_forth_a_failure",
        "tests/api/test_fuzz.py::test_no_bytes_bring_forth_a_failure",
        "tests/api/test_fuzz.py::test_no_header_brings_forth_a_failure",
        "tests/api/test_bodies.py::test_what_is_no_json_of_ours_is_400",
        "tests/api/test_waiting.py::test_a_body_without_a_length_is_cut_off_at_the_limit",
        "tests/house/test_serve.py::test_bytes_that_are_no_request_get_a_problem_document",
    ),
    15: (
        "tests/api/test_document.py::test_every_route_is_in_it_and_nothing_else",
        "tests/api/test_access.py::test_each_role_gets_the_answer_of_the_table",
        "tests/api/test_access.py::test_the_published_page_says_the_same",
        "tests/api/test_bodies.py::test_another_form_is_400_with_a_pointer",
    ),
    16: (
        "tests/promises/test_requests.py::test_reads_never_write",
        "tests/promises/test_requests.py::test_to_ask_whether_a_choice_would_be_legal_never_writes_either",
        "tests/promises/test_requests.py::test_a_mistyped_id_is_404_everywhere",
    ),
    17: (
        "tests/promises/test_requests.py::test_of_300_requests_at_once_against_a_limit_of_100_exactly_100_get_through",
        "tests/promises/test_requests.py::test_slow_and_silent_clients_slow_nobody",
        "tests/api/test_limits.py::test_the_limit_holds_over_several_processes",
        "tests/api/test_limits.py::test_a_due_choice_is_accepted_whatever_else_was_asked_for",
        "tests/api/test_waiting.py::test_sixty_waiting_clients_hold_no_thread_and_no_connection",
    ),
    18: (
        "tests/promises/test_jobs.py::test_while_the_broker_is_away_moves_are_accepted_at_once_and_the_bots_catch_up_after",
        "tests/promises/test_jobs.py::test_every_task_about_games_may_run_twice_at_once_and_again",
        "tests/promises/test_jobs.py::test_every_task_of_ours_is_tried_twice_by_a_test_of_this_file_or_of_the_exporter",
        "tests/promises/test_jobs.py::test_standing_answers_given_by_many_sweeps_at_once_are_given_once",
        "tests/promises/test_jobs.py::test_one_game_that_cannot_be_attended_to_keeps_no_other_from_its_bots_and_clocks",
        "tests/house/test_celery.py::test_a_broker_that_is_silent_is_given_up_within_seconds",
    ),
    19: (
        "tests/analytics/test_killed.py::test_killed_at_any_point_the_next_run_completes_it",
        "tests/analytics/test_killed.py::test_three_at_once_export_each_event_once",
        "tests/analytics/test_export.py::test_a_log_that_was_restored_shorter_is_noticed",
        "tests/analytics/test_faults.py::test_an_event_that_a_referee_rewound_past_stops_nothing",
        "tests/analytics/test_export.py::test_the_events_of_the_warehouse_are_those_of_the_log",
    ),
    20: (
        "tests/analytics/test_sandbox.py::test_a_hostile_statement_harms_no_file_and_tells_no_secret",
        "tests/analytics/test_sandbox.py::test_a_hostile_parameter_is_a_value_and_nothing_else",
        "tests/analytics/test_sandbox.py::test_a_statement_that_wants_too_much_ends_in_time",
        "tests/analytics/test_sandbox.py::test_what_a_query_finds_set_is_locked",
        "tests/promises/test_siege.py::test_nobody_notices_a_siege_and_the_server_does_not_grow",
        "tests/web/test_sql_console.py::test_the_page_asks_on_the_same_way_as_the_api",
        "tests/web/test_sql_browser.py::test_markup_in_a_value_a_column_a_title_or_a_fault_does_nothing",
        "tests/analytics/test_sandbox.py::test_while_the_attacks_run_others_are_served_and_the_server_does_not_grow",
        "tests/analytics/test_sandbox.py::test_the_process_of_a_query_has_no_environment_no_network_and_no_files",
        "tests/api/test_queries.py::test_neither_answer_nor_error_tells_a_path",
        "tests/api/test_queries_running.py::test_four_queries_run_at_a_time_whoever_asks",
        "tests/api/test_queries_running.py::test_four_attackers_neither_slow_another_request_down_nor_make_the_server_grow",
        "tests/api/test_queries_running.py::test_a_slot_is_given_back_whatever_happens",
    ),
}
"""promise -> ids of tests. A bare name is a test of the store, which each database runs as a subclass of its suite."""
