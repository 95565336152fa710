-- Is each ruling, and each dispute, an event of its game, and what is disputed one before it?
SELECT 'rulings' AS of_table, r.game_id, r.seq
FROM rulings r
LEFT JOIN events e ON e.game_id = r.game_id AND e.seq = r.seq
WHERE e.seq IS NULL OR e.recorded_at <> r.recorded_at
UNION ALL
SELECT 'disputes', d.game_id, d.seq
FROM disputes d
LEFT JOIN events e ON e.game_id = d.game_id AND e.seq = d.seq
WHERE e.kind IS DISTINCT FROM 'dispute.opened' OR d.about_seq >= d.seq OR d.closed_at < d.opened_at
    OR (d.closed_at IS NULL) <> (d.outcome IS NULL)
