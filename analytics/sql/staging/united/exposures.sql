-- Which cards did a seat have in hand or play? One row for each card and each time, in finished games, without what a rewind took back.
-- `game_id`: the game
-- `rules`: the name of the game that was played
-- `seat`: the seat that had the card in hand or played it
-- `card`: the card, by the name that all of its copies share
-- `how`: dealt (in the opening hand), drawn (later, from a deck), held (come to hand in another way) or played
-- `seq`: the number of the event in its game at which it happened
CREATE VIEW exposures AS
SELECT * FROM stg_spooky_bar_exposures
UNION ALL
SELECT * FROM stg_ghostel_exposures
UNION ALL
SELECT * FROM stg_spirits_of_christmas_exposures
UNION ALL
SELECT * FROM stg_bar_fight_exposures;
