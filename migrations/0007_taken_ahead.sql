-- What a worker holds before it has a slot for it. If the worker dies, an attempt that may not have begun does not count.
--
--   ahead  held, and not known to have begun
--   alone  its worker died while it was ahead: from now on it is only taken into a free slot, where it begins at once,
--          so that a task that ends its workers is not taken for one that never began again and again
ALTER TABLE queue
    ADD COLUMN ahead boolean NOT NULL DEFAULT false,
    ADD COLUMN alone boolean NOT NULL DEFAULT false;
