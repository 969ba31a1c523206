-- A line of the history says in `act` what happened; a line of before has its text alone, from which nothing is read.
UPDATE envelopes SET state = json_set(state, '$.history', json((
  SELECT json_group_array(json_insert(line.value, '$.act', 'unknown', '$.recipient_id', NULL))
  FROM json_each(envelopes.state, '$.history') AS line
)));
