-- Files of figures may name candidates. Those that do are for members who may see candidates.
ALTER TABLE exports ADD COLUMN has_names boolean NOT NULL DEFAULT false;
