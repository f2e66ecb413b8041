-- name: texts
(array['Good morning from here', 'Almost weekend', 'Una tarde tranquila', 'Con buena gente todo sabe mejor',
  'Spokojna niedziela', 'Kawa i dobra książka', 'Found an old photograph today', 'Walking home the long way'])
