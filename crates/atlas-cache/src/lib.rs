//! State layout, block life cycle and recurrent slots: pure logic, ids and numbers, no memory.
