-- name: link_preview
-- What the card of a link shows, as JSON; null until the page was read, and if it has no preview. Few rows have a link: a lookup
-- in the statement itself would be prepared for each execution all the same.
create or replace function link_preview(preview bigint) returns json language plpgsql stable parallel safe as $body$
begin
  return (select json_build_object('url', l.url, 'title', l.title, 'description', l.description, 'siteName', l.site_name, 'key', i.key, 'widths', i.widths)
    from link_previews l left join images i on i.id = l.image_id and i.status = 'ready'
    where l.id = preview and l.title is not null);
end
$body$
