u.id, u.user_name, u.picture_key, u.bio, u.email, u.identity_uid, u.auth_provider, u.language,
  u.posts_count, u.followers_count, u.following_count, u.created_at,
  coalesce((select true from follows f where f.follower_id = $1 and f.followed_id = u.id), false) as followed_by_me,
  coalesce((select true from follows f where f.follower_id = u.id and f.followed_id = $1), false) as follows_me
