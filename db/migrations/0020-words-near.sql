-- What a misspelt word may have meant: known words of about its length that begin or end with the same two letters, with
-- so few letters changed. Likeness by pieces (0017) had to weigh a tenth of all words.
create index known_words_by_beginning on known_words (left(word, 2), length(word));
create index known_words_by_end on known_words (right(word, 2), length(word));
drop index known_words_like;

create function words_near(typed text, mistakes integer) returns setof known_words
stable parallel safe language sql as $$
  select known_words from known_words
  where (left(word, 2) = left(typed, 2) or right(word, 2) = right(typed, 2))
    and length(word) between length(typed) - mistakes and length(typed) + mistakes
    and levenshtein_less_equal(word, typed, mistakes) <= mistakes
    and stem is not null
$$;
