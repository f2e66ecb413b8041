p.id, p.author_id, p.caption, p.location, p.created_at, p.likes_count, p.comments_count,
  u.user_name, u.picture_key,
  i.status as image_status, i.key as image_key, i.widths as image_widths,
  i.width as image_width, i.height as image_height, i.thumbhash as image_thumbhash,
  coalesce((select true from likes l where l.user_id = $1 and l.post_id = p.id), false) as liked_by_me
